package dev.hansom.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.auth.Secret.Scram;
import org.junit.jupiter.api.Test;

class ScramVerifiersTest {

    private final ScramVerifiers verifiers = new ScramVerifiers(2);

    @Test
    void makesOneVerifierAPassword() {
        Scram first = verifiers.of("alice", "secret");
        assertThat(verifiers.of("alice", "secret")).isSameAs(first);
        assertThat(first.iterations()).isEqualTo(4096);
        assertThat(first.salt()).hasSize(16);
    }

    @Test
    void twoUsersOfOnePasswordShareNoSalt() {
        assertThat(verifiers.of("alice", "secret").salt())
                .isNotEqualTo(verifiers.of("bob", "secret").salt());
    }

    @Test
    void aNewPasswordMakesANewVerifier() {
        assertThat(verifiers.of("alice", "old")).isNotEqualTo(verifiers.of("alice", "new"));
    }

    @Test
    void forgetsTheOneNotUsedForLongest() {
        Scram alice = verifiers.of("alice", "a");
        Scram bob = verifiers.of("bob", "b");
        verifiers.of("alice", "a");
        verifiers.of("carol", "c");
        assertThat(verifiers.size()).isEqualTo(2);
        assertThat(verifiers.of("alice", "a")).isSameAs(alice);
        assertThat(verifiers.of("bob", "b")).isNotSameAs(bob);
    }

    @Test
    void aMadeUpVerifierIsAlwaysTheSameForItsUserAndLooksLikeARealOne() {
        Scram mock = verifiers.mock("ghost");
        Scram real = verifiers.of("alice", "secret");
        assertThat(verifiers.mock("ghost")).isEqualTo(mock);
        assertThat(verifiers.mock("spook").salt()).isNotEqualTo(mock.salt());
        assertThat(new ScramVerifiers().mock("ghost").salt()).isNotEqualTo(mock.salt());
        assertThat(mock.iterations()).isEqualTo(real.iterations());
        assertThat(mock.salt()).hasSameSizeAs(real.salt());
        assertThat(mock.storedKey()).hasSameSizeAs(real.storedKey());
        assertThat(mock.serverKey()).hasSameSizeAs(real.serverKey());
    }
}
