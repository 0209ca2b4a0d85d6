package dev.hansom.shop.orders;

import static dev.hansom.shop.problem.ProblemException.badRequest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of an order as it arrives: anything may be missing until {@link #check} has read it. */
@Schema(
        description = "An order to place: 1 to 50 lines, each of another product",
        requiredProperties = {"customerId", "lines"})
public record NewOrder(
        @Schema(examples = "1", minimum = "1") @Nullable Long customerId,
        @Nullable List<@Nullable Line> lines) {

    static final int MAX_LINES = 50;
    static final int MAX_QUANTITY = 1000;

    /** One product of the order. */
    @Schema(
            name = "NewOrderLine",
            requiredProperties = {"productId", "quantity"})
    public record Line(
            @Schema(examples = "7", minimum = "1") @Nullable Long productId,

            @Schema(examples = "2", minimum = "1", maximum = "1000") @Nullable Integer quantity) {}

    /** An order whose numbers are all there and in range. Whether customer and products exist only the database knows. */
    record Checked(long customerId, List<Long> products, List<Integer> quantities) {}

    /** Throws a problem of status 400 that names the field. */
    static Checked check(@Nullable NewOrder order) {
        if (order == null) {
            throw badRequest("the body is missing: send an object with customerId and lines");
        }
        long customerId = id(order.customerId, "customerId");
        if (order.lines == null || order.lines.isEmpty() || order.lines.size() > MAX_LINES) {
            throw badRequest("lines must be an array of 1 to " + MAX_LINES + " lines");
        }
        List<Long> products = new ArrayList<>(order.lines.size());
        List<Integer> quantities = new ArrayList<>(order.lines.size());
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < order.lines.size(); i++) {
            String at = "lines[" + i + "]";
            Line line = order.lines.get(i);
            if (line == null) {
                throw badRequest(at + " must be an object with productId and quantity");
            }
            long product = id(line.productId, at + ".productId");
            quantities.add(quantity(line.quantity, at + ".quantity"));
            if (!seen.add(product)) {
                throw badRequest(at + " repeats product " + product + ": give each product one line");
            }
            products.add(product);
        }
        return new Checked(customerId, products, quantities);
    }

    private static long id(@Nullable Long id, String field) {
        if (id == null || id < 1) {
            throw badRequest(field + (id == null ? " is missing" : " must be a whole number from 1, not " + id));
        }
        return id;
    }

    private static int quantity(@Nullable Integer quantity, String field) {
        if (quantity == null) {
            throw badRequest(field + " is missing");
        }
        if (quantity < 1 || quantity > MAX_QUANTITY) {
            throw badRequest(field + " must be from 1 to " + MAX_QUANTITY + ", not " + quantity);
        }
        return quantity;
    }
}
