/**
 * Rules of queues, which hold in the whole cluster: pauses, limits, rates, order, fair shares and preferences.
 * {@link TransactionalQueues} changes rules, {@link RuleRows} stores them, and {@link RulesAdmission} applies them to a claim.
 */
@NullMarked
package io.github.rowmill.feature.rule;

import org.jspecify.annotations.NullMarked;
