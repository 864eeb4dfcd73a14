/**
 * A state machine as data. Each command has the states in which it is allowed (`from`), the resulting state (`to`), and
 * the states in which it changes nothing but still succeeds (`noop`).
 */
export interface Machine<State extends string, Command extends string> {
  states: readonly State[];
  commands: Record<Command, { from: readonly State[]; to: State | 'same'; noop: readonly State[] }>;
}

export type Transition<State> = { kind: 'transition'; to: State } | { kind: 'noop' } | { kind: 'invalid' };

/**
 * Returns what a command does in a state: a transition; `noop`, which changes nothing but counts as success; or
 * `invalid`.
 */
export function transition<S extends string, C extends string>(
  machine: Machine<S, C>,
  state: S,
  command: C,
): Transition<S> {
  const rule = machine.commands[command];
  if (rule.from.includes(state)) return { kind: 'transition', to: rule.to === 'same' ? state : rule.to };
  return rule.noop.includes(state) ? { kind: 'noop' } : { kind: 'invalid' };
}
