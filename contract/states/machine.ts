/** A state machine as data: for each command the states it may leave, where it leads, and where a repeat is harmless. */
export interface Machine<State extends string, Command extends string> {
  states: readonly State[];
  commands: Record<Command, { from: readonly State[]; to: State | 'same'; repeat: readonly State[] }>;
}

export type Step<State> = { kind: 'move'; to: State } | { kind: 'repeat' } | { kind: 'illegal' };

/** What a command does in a state: move, nothing (a repeat, which is success), or it is illegal there. */
export function step<S extends string, C extends string>(machine: Machine<S, C>, state: S, command: C): Step<S> {
  const rule = machine.commands[command];
  if (rule.from.includes(state)) return { kind: 'move', to: rule.to === 'same' ? state : rule.to };
  return rule.repeat.includes(state) ? { kind: 'repeat' } : { kind: 'illegal' };
}
