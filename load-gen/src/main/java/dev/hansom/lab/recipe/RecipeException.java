package dev.hansom.lab.recipe;

/** A recipe that cannot be used. The message names file, line, column and key, and says what would be right. */
public final class RecipeException extends RuntimeException {

    public RecipeException(String message) {
        super(message);
    }
}
