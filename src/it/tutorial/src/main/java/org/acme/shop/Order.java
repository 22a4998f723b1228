package org.acme.shop;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

@Entity
@Table(name = "orders")
public class Order extends PanacheEntityBase {

    @Id
    public String id;

    public String customer;
    public String country;
    public Instant placed;
    public boolean paid;

    static void place(String id, String customer, String country) {
        Order order = new Order();
        order.id = id;
        order.customer = customer;
        order.country = country;
        order.placed = Instant.now();
        order.persist();
    }
}
