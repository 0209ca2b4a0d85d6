package dev.hansom.shop.orders;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A customer as answers show one. */
@Schema(name = "Customer")
public record CustomerView(
        @Schema(examples = "1") long id,
        @Schema(examples = "Customer 1") String name,
        @Schema(examples = "customer1@shop.example") String email,
        @Schema(examples = "Bergen") String city) {}
