package dev.hansom.shop.orders;

import java.time.OffsetDateTime;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** One order with everything about it. */
@Schema(description = "One order with its customer, its lines and where its parcel is. Money is in cents.")
public record OrderView(
        @Schema(examples = "1") long id,
        @Schema(examples = "2026-01-01T00:00:01Z") OffsetDateTime placedAt,

        @Schema(description = "Goods and shipping", examples = "36874")
        long totalCents,

        CustomerView customer,
        List<Line> lines,
        @Nullable Shipping shipping) {

    /** A product in an order, at the price of the day it was ordered. */
    @Schema(name = "OrderLine")
    public record Line(
            @Schema(examples = "420") long productId,
            @Schema(examples = "SKU-000420") String sku,
            @Schema(examples = "Umbrella no. 420") String name,
            @Schema(examples = "2") int quantity,
            @Schema(examples = "5939") long unitPriceCents) {}

    /** Where the parcel is. */
    @Schema(name = "Shipping")
    public record Shipping(
            @Schema(examples = "packed", description = "pending, packed, shipped or delivered")
            String state,

            @Schema(examples = "Post") String carrier,

            @Schema(examples = "HX0000000001", nullable = true) @Nullable String tracking,

            @Schema(examples = "2026-01-01T01:00:01Z") OffsetDateTime updatedAt) {}
}
