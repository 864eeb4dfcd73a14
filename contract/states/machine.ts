/** A state machine as data: for each command its source states, its target, and the states in which it is a no-op. */
export interface Machine<State extends string, Command extends string> {
  states: readonly State[];
  commands: Record<Command, { from: readonly State[]; to: State | 'same'; noop: readonly State[] }>;
}

export type Transition<State> = { kind: 'transition'; to: State } | { kind: 'noop' } | { kind: 'invalid' };

/** Returns the effect of a command in a state: a transition, a no-op (which counts as success), or invalid. */
export function transition<S extends string, C extends string>(
  machine: Machine<S, C>,
  state: S,
  command: C,
): Transition<S> {
  const rule = machine.commands[command];
  if (rule.from.includes(state)) return { kind: 'transition', to: rule.to === 'same' ? state : rule.to };
  return rule.noop.includes(state) ? { kind: 'noop' } : { kind: 'invalid' };
}
