package dev.hansom.shop.orders;

import java.time.OffsetDateTime;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The answer to a new order. */
@Schema(description = "An order that was placed. Money is in cents.")
public record OrderPlaced(
        @Schema(examples = "20001") long id,
        @Schema(examples = "1") long customerId,
        @Schema(examples = "2026-03-01T12:00:00Z") OffsetDateTime placedAt,
        @Schema(examples = "12378") long goodsCents,
        @Schema(examples = "500") long shippingCents,
        @Schema(examples = "12878") long totalCents) {}
