package dev.hansom.lab.load;

import io.netty.buffer.ByteBuf;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Which request has which index, and its bytes. Immutable, shared by the loops. */
final class RequestMix {

    private static final int MAX_TURN = 100_000;

    private final Target target;
    private final List<RequestBytes> turn;

    private RequestMix(Target target, List<RequestBytes> turn) {
        this.target = target;
        this.turn = turn;
    }

    /** @throws IllegalArgumentException with one sentence that says which request is wrong and why */
    static RequestMix of(List<LoadSpec.Request> requests) {
        Target target = Target.split(requests.get(0).uri()).target();
        List<RequestBytes> bytes = new ArrayList<>();
        for (LoadSpec.Request request : requests) {
            if (!Target.split(request.uri()).target().equals(target)) {
                throw new IllegalArgumentException("all requests of a load go to one host and port: " + request.uri()
                        + " is not at " + target.authority());
            }
            if (request.weight() < 1) {
                throw new IllegalArgumentException(
                        "the weight of " + request.uri() + " must be at least 1, not " + request.weight());
            }
            bytes.add(RequestBytes.of(request, bytes.size()));
        }
        return new RequestMix(target, turn(requests, bytes));
    }

    /** The kinds interleaved as evenly as their weights allow (smooth weighted round robin). */
    private static List<RequestBytes> turn(List<LoadSpec.Request> requests, List<RequestBytes> bytes) {
        BigInteger divisor = BigInteger.ZERO;
        for (LoadSpec.Request request : requests) {
            divisor = divisor.gcd(BigInteger.valueOf(request.weight()));
        }
        int[] weights = new int[requests.size()];
        long total = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = requests.get(i).weight() / divisor.intValueExact();
            total += weights[i];
        }
        if (total > MAX_TURN) {
            throw new IllegalArgumentException("the weights add up to " + total + ": use smaller ones");
        }
        long[] credit = new long[weights.length];
        List<RequestBytes> turn = new ArrayList<>();
        for (int n = 0; n < total; n++) {
            int best = 0;
            for (int i = 0; i < weights.length; i++) {
                credit[i] += weights[i];
                best = credit[i] > credit[best] ? i : best;
            }
            credit[best] -= total;
            turn.add(bytes.get(best));
        }
        return List.copyOf(turn);
    }

    Target target() {
        return target;
    }

    /** Appends the bytes of request {@code index}. */
    void write(long index, ByteBuf out) {
        turn.get((int) (index % turn.size())).write(index, out);
    }
}
