import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { createStore, useStore } from '../lib/store.ts';

/** A command that is run by its keys, from the palette, or both. The `?` sheet lists commands with keys. */
export interface Command {
  id: string;
  label: string;
  group: string;
  /** A short text next to the label. */
  detail?: string;
  /** `g d` for keys one after the other, `mod+k` for a chord. */
  keys?: string;
  /** Alternative keys, not listed in the sheet. */
  otherKeys?: string;
  /** More search terms. */
  keywords?: string;
  /** Keys only, not in the palette. */
  isHidden?: boolean;
  run: () => void;
}

type Registry = ReturnType<typeof createCommandRegistry>;

export function createCommandRegistry() {
  const sets = new Map<symbol, readonly Command[]>();
  const all = createStore<readonly Command[]>([]);
  const update = () => all.set([...sets.values()].flat());
  return {
    all,
    add: (commands: readonly Command[]) => {
      const key = Symbol('commands');
      sets.set(key, commands);
      update();
      return () => {
        sets.delete(key);
        update();
      };
    },
  };
}

const Context = createContext<Registry | null>(null);
export const CommandRegistryProvider = Context.Provider;

/** Registers commands while the component is mounted. Pass a stable list (useMemo). */
export function useCommands(commands: readonly Command[]): void {
  const registry = useContext(Context);
  useEffect(() => registry?.add(commands), [registry, commands]);
}

export function useAllCommands(): readonly Command[] {
  const registry = useContext(Context);
  const fallback = useMemo(() => createCommandRegistry(), []);
  return useStore((registry ?? fallback).all);
}

/** Runs a registered command by its id, for buttons far from the component that registers it. */
export function useRunCommand(): (id: string) => void {
  const registry = useContext(Context);
  return (wanted) =>
    registry?.all
      .get()
      .find(({ id }) => id === wanted)
      ?.run();
}

const SEQUENCE_MS = 1_200;
const FIELD_CHORDS: ReadonlySet<string> = new Set(['mod+z', 'mod+shift+z', 'mod+y']);

/** Handles the keys of all commands. Mounted once, by the shell. */
export function useCommandKeys(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  }, [commands]);
  useEffect(() => {
    let first = { key: '', at: 0 };
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const key = event.key.toLowerCase();
      const isChord = event.ctrlKey || event.metaKey;
      // Shift is part of a chord ('mod+shift+z' is not Undo); for a single key it only selects the character,
      // as in '?'.
      const chord = isChord ? `mod+${event.shiftKey ? 'shift+' : ''}${key}` : key;
      // In a text field, Undo and Redo belong to the browser.
      const isForPage = !isChord || FIELD_CHORDS.has(chord);
      // A function key writes nothing.
      const isText = isTyping(event.target) && !/^f\d/.test(key);
      if (isForPage && (isText || document.querySelector('[aria-modal="true"]'))) return;
      const sequence = Date.now() - first.at < SEQUENCE_MS ? `${first.key} ${key}` : key;
      const has = (keys: string) => (item: Command) => item.keys === keys || item.otherKeys === keys;
      const command = latest.current.find(has(isChord ? chord : sequence)) ?? latest.current.find(has(chord));
      if (command) {
        event.preventDefault();
        first = { key: '', at: 0 };
        command.run();
      } else first = { key, at: Date.now() };
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
