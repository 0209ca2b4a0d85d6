package dev.hansom.shop.orders;

import dev.hansom.shop.problem.Problem;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Customers over HTTP. */
@Path("/customers")
@Tag(name = "customers")
@Produces(MediaType.APPLICATION_JSON)
@APIResponse(
        responseCode = "503",
        description = "The database cannot be reached; Retry-After says when to try again",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public final class CustomerResource {

    private final Shop shop;

    CustomerResource(Shop shop) {
        this.shop = shop;
    }

    @GET
    @Path("/{id}/orders")
    @Operation(
            operationId = "ordersOfCustomer",
            summary = "The newest 20 orders of a customer",
            description =
                    "Runs four SELECTs: the customer, the sum of their orders, their shipping zone, and the newest"
                            + " orders, which are 20 rows.")
    @APIResponse(
            responseCode = "200",
            description = "The customer and their orders",
            content = @Content(schema = @Schema(implementation = CustomerOrders.class)))
    @APIResponse(
            responseCode = "400",
            description = "The id is no whole number from 1",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @APIResponse(
            responseCode = "404",
            description = "There is no such customer",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public CompletionStage<CustomerOrders> orders(
            @Parameter(
                            description = "The customer's number",
                            example = "1",
                            schema = @Schema(type = SchemaType.INTEGER, format = "int64", minimum = "1"))
                    @PathParam("id")
                    String id) {
        return shop.ordersOf(PathId.parse("customer", id)).toCompletionStage();
    }
}
