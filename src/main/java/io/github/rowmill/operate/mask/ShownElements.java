package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The elements of a list as callers see them, with masks. A caller may send the list back with other elements, or in
 * another order. Then an index is not enough to find the element of a mask.
 *
 * @param elements the elements of the list
 * @param forms the text of each one with masks
 * @param places the index of each text; {@link #SEVERAL} if several elements have it
 */
record ShownElements(List<JsonNode> elements, List<String> forms, Map<String, Integer> places) {

    private static final int SEVERAL = -1;

    static ShownElements of(List<JsonNode> elements, List<String> forms) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < forms.size(); i++) {
            places.merge(forms.get(i), i, (first, next) -> SEVERAL);
        }
        return new ShownElements(elements, forms, places);
    }

    /**
     * Returns the element that was shown as this one. Elements that look the same are found by their index, if the list
     * has its length.
     *
     * @param index the index of the element in the list that was sent
     * @param size the length of that list
     * @return a missing node if there is no such element, or if it may be one of several
     */
    JsonNode find(JsonNode sent, int index, int size) {
        if (elements.isEmpty()) {
            return MissingNode.getInstance();
        }
        String form = sent.toString();
        if (size == elements.size() && form.equals(forms.get(index))) {
            return elements.get(index);
        }
        int place = places.getOrDefault(form, SEVERAL);
        return place == SEVERAL ? MissingNode.getInstance() : elements.get(place);
    }
}
