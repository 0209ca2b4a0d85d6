package dev.hansom.shop.lab;

import dev.hansom.shop.config.ResetMode;
import dev.hansom.shop.config.ResetSwitch;
import dev.hansom.shop.config.ShopSettings;
import dev.hansom.shop.problem.ProblemException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Lets a measurement ask for the settings and switch the reset. Answers 404 unless {@code shop.lab.enabled} is true. */
@Path("/lab")
@Tag(name = "lab", description = "Only where shop.lab.enabled is true")
public final class LabResource {

    private final ShopSettings settings;
    private final ResetSwitch resets;
    private final SettingsReport report;

    LabResource(ShopSettings settings, ResetSwitch resets, SettingsReport report) {
        this.settings = settings;
        this.resets = resets;
        this.report = report;
    }

    @GET
    @Path("/settings")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "settings", summary = "The settings in effect")
    public SettingsReport.Settings settings() {
        requireEnabled();
        return report.now();
    }

    @PUT
    @Path("/reset")
    @Consumes(MediaType.TEXT_PLAIN)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "setReset",
            summary = "Switch what requests send at their end: none, narrow, narrow-discard-plans or discard-all")
    public SettingsReport.Settings reset(String mode) {
        requireEnabled();
        ResetMode wanted = ResetMode.ofKey(mode.strip())
                .orElseThrow(() -> ProblemException.badRequest("the reset must be one of "
                        + Arrays.stream(ResetMode.values()).map(ResetMode::key).collect(Collectors.joining(", "))
                        + ", not \"" + mode.strip() + "\""));
        try {
            resets.set(wanted);
        } catch (ResetSwitch.IncompatibleResetException e) {
            throw ProblemException.conflict(String.valueOf(e.getMessage()));
        }
        return report.now();
    }

    private void requireEnabled() {
        if (!settings.lab().enabled()) {
            throw ProblemException.notFound("the lab's switches are off; shop.lab.enabled=true turns them on");
        }
    }
}
