/** A state machine as data: for each command the states it may leave, where it leads, and where a repeat is harmless. */
export interface Machine<State extends string, Command extends string> {
  states: readonly State[];
  commands: Record<Command, { from: readonly State[]; to: State | 'same'; noop: readonly State[] }>;
}

export type Transition<State> = { kind: 'transition'; to: State } | { kind: 'noop' } | { kind: 'invalid' };

/** What a command does in a state: move, nothing (a repeat, which is success), or it is illegal there. */
export function transition<S extends string, C extends string>(
  machine: Machine<S, C>,
  state: S,
  command: C,
): Transition<S> {
  const rule = machine.commands[command];
  if (rule.from.includes(state)) return { kind: 'transition', to: rule.to === 'same' ? state : rule.to };
  return rule.noop.includes(state) ? { kind: 'noop' } : { kind: 'invalid' };
}
