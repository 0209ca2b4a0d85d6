package dev.hansom.shop.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.sqlclient.Tuple;
import org.junit.jupiter.api.Test;

class SqlTest {

    @Test
    void writesNumbersAndArraysInTheOrderOfTheText() {
        Sql sql = new Sql("SELECT $2, $1 + $2\n  FROM t WHERE id = ANY ($3::bigint[])");
        assertThat(sql.text()).isEqualTo("SELECT $2, $1 + $2 FROM t WHERE id = ANY ($3::bigint[])");
        assertThat(sql.literal(Tuple.of(1, Long.MAX_VALUE, new Long[] {4L, -5L})))
                .isEqualTo("SELECT 9223372036854775807, 1 + 9223372036854775807 FROM t"
                        + " WHERE id = ANY ('{4,-5}'::bigint[])");
    }

    @Test
    void keepsANegativeNumberFromBecomingAComment() {
        assertThat(new Sql("SELECT 1 -$1").literal(Tuple.of(-5))).isEqualTo("SELECT 1 -(-5)");
    }

    @Test
    void tellsTheTenthParameterFromTheFirst() {
        Sql sql = new Sql("SELECT $10, $1");
        assertThat(sql.literal(Tuple.tuple(java.util.List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))))
                .isEqualTo("SELECT 10, 1");
    }

    @Test
    void refusesText() {
        assertThatThrownBy(() -> new Sql("SELECT $1").literal(Tuple.of("'; DROP TABLE orders; --")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only whole numbers");
    }
}
