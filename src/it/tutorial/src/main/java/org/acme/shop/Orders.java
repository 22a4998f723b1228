package org.acme.shop;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.NewTask;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

@Path("/orders")
public class Orders {

    @Inject
    Flows flows;

    @POST
    @Path("/{id}")
    @Transactional // the order and its flow exist together, or not at all
    public String place(String id, @QueryParam("customer") String customer, @QueryParam("country") String country) {
        Order.place(id, customer, country);

        Flow flow = Flow.of("order");
        Flow.Part charge = flow.add("charge", NewTask.of("charge-order", new Payments.Charge(id)));
        Flow.Part parcel = flow.add("parcel", NewTask.of("book-parcel", new Parcels.Parcel(id, country)))
                .after(charge);
        flow.add("mail", NewTask.of("order-mail", new Mails.OrderMail(id, customer)))
                .after(parcel);
        flow.add("alarm", NewTask.of("tell-support", new Support.Trouble(id))).ifFailed(charge, parcel);
        long number = flows.enqueue(flow).id();
        return "Order %s is placed. Flow %d delivers it.%n".formatted(id, number);
    }
}
