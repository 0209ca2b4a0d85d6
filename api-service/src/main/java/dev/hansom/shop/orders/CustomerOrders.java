package dev.hansom.shop.orders;

import java.time.OffsetDateTime;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The newest orders of a customer. */
@Schema(description = "A customer, what they ordered in all, and their newest 20 orders. Money is in cents.")
public record CustomerOrders(
        CustomerView customer,

        @Schema(description = "All orders of this customer", examples = "20")
        long orderCount,

        @Schema(description = "The sum of them all", examples = "613000")
        long totalCents,

        @Schema(description = "Where parcels to this customer go", examples = "Neighbours")
        String shippingZone,

        @Schema(description = "Newest first, at most 20") List<Summary> orders) {

    /** An order in a list. */
    @Schema(name = "OrderSummary")
    public record Summary(
            @Schema(examples = "19001") long id,
            @Schema(examples = "2026-01-01T05:16:41Z") OffsetDateTime placedAt,
            @Schema(examples = "36874") long totalCents) {}
}
