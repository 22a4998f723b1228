package io.github.rowmill.db.schema;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.hibernate.boot.model.relational.Namespace;
import org.hibernate.boot.model.relational.Sequence;
import org.hibernate.mapping.Table;
import org.hibernate.tool.schema.spi.SchemaFilter;
import org.hibernate.tool.schema.spi.SchemaFilterProvider;

/**
 * Excludes Rowmill's tables from Hibernate's schema tools. The tools would create or change tables by what an entity
 * declares, which is not everything, or drop them with their tasks.
 */
@RegisterForReflection
public class OwnTables implements SchemaFilterProvider {

    private static final String PREFIX = "rowmill_";

    private static final SchemaFilter OTHERS = new SchemaFilter() {
        @Override
        public boolean includeNamespace(Namespace namespace) {
            return true;
        }

        @Override
        public boolean includeTable(Table table) {
            return !table.getName().startsWith(PREFIX);
        }

        @Override
        public boolean includeSequence(Sequence sequence) {
            return true;
        }
    };

    @Override
    public SchemaFilter getCreateFilter() {
        return OTHERS;
    }

    @Override
    public SchemaFilter getDropFilter() {
        return OTHERS;
    }

    @Override
    public SchemaFilter getMigrateFilter() {
        return OTHERS;
    }

    @Override
    public SchemaFilter getValidateFilter() {
        return OTHERS;
    }

    /** Includes Rowmill's tables, because emptying them between tests does no harm. */
    @Override
    public SchemaFilter getTruncatorFilter() {
        return SchemaFilter.ALL;
    }
}
