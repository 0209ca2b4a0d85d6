package dev.hansom.shop.orders;

import dev.hansom.shop.problem.Problem;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Orders over HTTP. */
@Path("/orders")
@Tag(name = "orders")
@Produces(MediaType.APPLICATION_JSON)
@APIResponse(
        responseCode = "503",
        description = "The database cannot be reached; Retry-After says when to try again",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public final class OrderResource {

    private final Shop shop;

    OrderResource(Shop shop) {
        this.shop = shop;
    }

    @GET
    @Path("/{id}")
    @Operation(
            operationId = "order",
            summary = "One order",
            description =
                    "Runs four SELECTs: the order, its customer, its lines with their products, its shipping state.")
    @APIResponse(
            responseCode = "200",
            description = "The order",
            content = @Content(schema = @Schema(implementation = OrderView.class)))
    @APIResponse(
            responseCode = "400",
            description = "The id is no whole number from 1",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @APIResponse(
            responseCode = "404",
            description = "There is no such order",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public CompletionStage<OrderView> order(
            @Parameter(
                            description = "The order's number",
                            example = "1",
                            schema = @Schema(type = SchemaType.INTEGER, format = "int64", minimum = "1"))
                    @PathParam("id")
                    String id) {
        return shop.order(PathId.parse("order", id)).toCompletionStage();
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "placeOrder",
            summary = "Place an order",
            description = "Runs three SELECTs (customer, shipping zone, products) and one INSERT in one transaction.")
    @APIResponse(
            responseCode = "201",
            description = "The order was placed",
            headers =
                    @Header(
                            name = "Location",
                            description = "Where the order is",
                            schema = @Schema(type = SchemaType.STRING)),
            content = @Content(schema = @Schema(implementation = OrderPlaced.class)))
    @APIResponse(
            responseCode = "400",
            description = "The body is malformed, or names a customer or product that does not exist",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public CompletionStage<Response> place(
            @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            schema = @Schema(implementation = NewOrder.class),
                                            example =
                                                    "{\"customerId\": 1, \"lines\": [{\"productId\": 7, \"quantity\": 2}]}"))
                    @Nullable NewOrder order) {
        return shop.place(NewOrder.check(order))
                .map(placed -> Response.created(URI.create("/orders/" + placed.id()))
                        .entity(placed)
                        .build())
                .toCompletionStage();
    }
}
