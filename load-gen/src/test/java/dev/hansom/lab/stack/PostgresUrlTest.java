package dev.hansom.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --postgres-url} takes. */
final class PostgresUrlTest {

    @Test
    void readsAllParts() {
        assertThat(PostgresUrl.parse("postgresql://shop:p%40ss+1@db.example:6000/orders"))
                .isEqualTo(new PostgresUrl("db.example", 6000, "orders", "shop", "p@ss+1"));
    }

    @Test
    void portAndPasswordMayBeLeftOut() {
        assertThat(PostgresUrl.parse("jdbc:postgresql://shop@db/orders"))
                .isEqualTo(new PostgresUrl("db", 5432, "orders", "shop", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"db:5432/shop", "http://shop@db/shop", "postgresql://db/shop", "postgresql://shop@db", "a b"})
    void saysHowItMustLook(String text) {
        assertThatThrownBy(() -> PostgresUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("postgresql://user:password@host:port/database");
    }
}
