/** "There is something new", and with presence, what. No one may depend on hearing it. */
export interface Hint {
  channel: string;
  /** Empty as well when anything may have been missed. */
  payload: string;
}

/** PostgreSQL takes no more in one notification. */
export const MOST_BYTES = 7999;

/** What a node listens to, and how it hears. */
export interface Ears {
  channels: readonly string[];
  /** Of one of the channels. What one wire carries is heard in the order in which it was sent. */
  hear(hint: Hint): void;
}

/** Carries hints from each node to all, this one included. One that isn't connected at the moment misses them. */
export interface SignalWire {
  /** Each with at most MOST_BYTES. False: they couldn't be sent. Never throws. */
  send(hints: readonly Hint[]): Promise<boolean>;
  close(): Promise<void>;
}

/** That another one takes the place of while it's away. */
export interface ReplaceableWire extends SignalWire {
  isConnected(): boolean;
}

/** Whose silence can be trusted. */
export interface ProvenWire extends SignalWire {
  /** Whether everything has been heard that was sent until a few seconds ago, and normally until now. */
  isCurrent(): boolean;
}
