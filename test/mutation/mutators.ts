import { allMutators } from '../../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js';

// Stryker has no setting for custom mutators, so this module adds them to its internal list, which cannot change
// because package.json pins the exact version. Stryker's own mutators do not change numbers, table rows or single
// calls, on which most behaviour of this product depends.

type Mutator = (typeof allMutators)[number];
type Path = Parameters<Mutator['mutate']>[0];
type Node = Path['node'];

/**
 * Whether a node is a text whose wording no test should fix: a summary of a documented call, an error message or a log
 * message.
 */
function isProse({ node, parent }: Path): boolean {
  if (parent.type === 'ObjectProperty')
    return parent.value === node && parent.key.type === 'Identifier' && /^(summary|description)$/.test(parent.key.name);
  if (parent.type === 'NewExpression') return parent.callee.type === 'Identifier' && parent.callee.name === 'Error';
  return parent.type === 'CallExpression' && isLog(parent);
}

/** Whether a call writes to a log: `log.warn(…)`, `deps.log.error(…)`. */
function isLog(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object } = node.callee;
  const owner = object.type === 'MemberExpression' ? object.property : object;
  return owner.type === 'Identifier' && owner.name === 'log';
}

/**
 * Returns the numbers with which a number is replaced. A small number, which is usually a count, is increased by one; a
 * larger number, which is usually a limit, is doubled and halved.
 */
export function otherNumbers(value: number): number[] {
  if (value < 10) return [value + 1];
  return [value * 2, Math.floor(value / 2)];
}

const numericLiteral: Mutator = {
  name: 'NumericLiteral',
  *mutate({ node }) {
    if (node.type !== 'NumericLiteral') return;
    for (const value of otherNumbers(node.value)) yield { type: 'NumericLiteral', value } as Node;
  },
};

/** Removes one entry of a list. Stryker's own mutator only empties the entire list. */
const arrayEntry: Mutator = {
  name: 'ArrayEntry',
  *mutate({ node }) {
    if (node.type !== 'ArrayExpression' || node.elements.length < 2) return;
    for (const removed of node.elements)
      yield { ...node, elements: node.elements.filter((element) => element !== removed) } satisfies Node;
  },
};

/** Removes an overriding field from `{ ...row, field: value }`, so that the object keeps the copied value. */
const overriddenField: Mutator = {
  name: 'OverriddenField',
  *mutate({ node }) {
    if (node.type !== 'ObjectExpression') return;
    const spreadIndex = node.properties.findIndex(({ type }) => type === 'SpreadElement');
    if (spreadIndex < 0) return;
    for (const removed of node.properties.slice(spreadIndex + 1))
      yield { ...node, properties: node.properties.filter((property) => property !== removed) } satisfies Node;
  },
};

/** Removes a call whose result is not used. */
const removedCall: Mutator = {
  name: 'RemovedCall',
  *mutate({ node }) {
    if (node.type !== 'ExpressionStatement') return;
    const { expression } = node;
    const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
    if (/^(Optional)?CallExpression$/.test(call.type) && !isLog(call)) yield { type: 'EmptyStatement' } as Node;
  },
};

/** Changes nothing, so each of its mutants must survive. If one of them is killed, a test fails for another reason. */
const control: Mutator = {
  name: 'Control',
  *mutate(path) {
    if (/^(Binary|Conditional|Call|Object|Array)Expression$/.test(path.node.type)) yield { ...path.node };
  },
};

const isEmptyArray = ({ node }: Path): boolean => node.type === 'ArrayExpression' && node.elements.length === 0;

/** Wraps a mutator so that it leaves out texts for people and mutants that would not compile. */
const withoutProse = (mutator: Mutator): Mutator => ({
  ...mutator,
  *mutate(path, context) {
    if (mutator.name === 'StringLiteral' && isProse(path)) return;
    if (mutator.name === 'ArrayDeclaration' && isEmptyArray(path)) return;
    yield* mutator.mutate(path, context);
  },
});

const customMutators = [numericLiteral, arrayEntry, overriddenField, removedCall];

/**
 * Makes Stryker use its own mutators and those of this module or, with `asControl`, only the mutator that changes
 * nothing.
 */
export function installMutators(asControl = false): void {
  const standard = allMutators.filter(
    ({ name }) => name !== 'Control' && !customMutators.some((added) => added.name === name),
  );
  const next = asControl ? [control] : [...standard.map(withoutProse), ...customMutators];
  allMutators.splice(0, allMutators.length, ...next);
}
