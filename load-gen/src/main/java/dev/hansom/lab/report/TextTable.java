package dev.hansom.lab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lays rows out in columns, as plain text or as Markdown; all columns but the first are numbers and stand right. Pure. */
final class TextTable {

    private TextTable() {}

    static String plain(List<String> titles, List<List<String>> rows) {
        StringBuilder out = new StringBuilder();
        List<Integer> widths = widths(titles, rows);
        line(out, titles, widths, "  ");
        line(out, widths.stream().map("-"::repeat).toList(), widths, "  ");
        rows.forEach(row -> line(out, row, widths, "  "));
        return out.toString();
    }

    static String markdown(List<String> titles, List<List<String>> rows) {
        StringBuilder out = new StringBuilder();
        markdownLine(out, titles);
        List<String> rule = new ArrayList<>(Collections.nCopies(titles.size(), "---:"));
        rule.set(0, "---");
        markdownLine(out, rule);
        rows.forEach(row -> markdownLine(out, row));
        return out.toString();
    }

    private static void markdownLine(StringBuilder out, List<String> row) {
        out.append("| ")
                .append(String.join(" | ", row.stream().map(TextTable::escaped).toList()))
                .append(" |\n");
    }

    private static String escaped(String cell) {
        return cell.replace("|", "\\|").replace("*", "\\*").replace("\n", " ");
    }

    private static List<Integer> widths(List<String> titles, List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < titles.size(); column++) {
            int width = titles.get(column).length();
            for (List<String> row : rows) {
                width = Math.max(width, row.get(column).length());
            }
            widths.add(width);
        }
        return widths;
    }

    private static void line(StringBuilder out, List<String> row, List<Integer> widths, String gap) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths.get(column) - cell.length());
            line.append(column == 0 ? "" : gap).append(column == 0 ? cell + padding : padding + cell);
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
