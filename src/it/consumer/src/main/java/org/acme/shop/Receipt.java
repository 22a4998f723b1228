package org.acme.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

@Entity
public class Receipt {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    long purchase;
    long cents;

    protected Receipt() {}

    Receipt(long purchase, long cents) {
        this.purchase = purchase;
        this.cents = cents;
    }
}
