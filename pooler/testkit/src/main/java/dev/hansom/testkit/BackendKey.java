package dev.hansom.testkit;

import java.util.Arrays;

/**
 * What cancels a query.
 *
 * @param secret four bytes in protocol 3.0, up to 256 later
 */
public record BackendKey(int processId, byte[] secret) {

    public static BackendKey of(int processId, int secret) {
        return new BackendKey(processId, new WireWriter().int32(secret).toByteArray());
    }

    /** From BackendKeyData, or from a CancelRequest behind its code. */
    static BackendKey read(WireReader in) {
        return new BackendKey(in.int32(), in.rest());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BackendKey that && processId == that.processId && Arrays.equals(secret, that.secret);
    }

    @Override
    public int hashCode() {
        return 31 * processId + Arrays.hashCode(secret);
    }

    @Override
    public String toString() {
        return processId + "/" + Arrays.toString(secret);
    }
}
