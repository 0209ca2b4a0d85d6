package dev.hansom.quarkus;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready while the pooler lets clients in. */
@Readiness
@ApplicationScoped
class PoolerReadiness implements HealthCheck {

    private final PoolerHost host;

    PoolerReadiness(PoolerHost host) {
        this.host = host;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("hansom-pooler");
        if (!host.isEnabled()) {
            return answer.up().withData("state", "not hosted here").build();
        }
        boolean accepting = host.isAccepting();
        return answer.status(accepting)
                .withData("state", accepting ? "accepting" : "not accepting: starting, draining or stopped")
                .build();
    }
}
