import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Remembers the texts that passed a check, as hashes in a file, so that the next run judges only new ones. A new version of
 * the check forgets them. Failures are not kept.
 */
export class Verdicts {
  readonly #file: string;
  readonly #version: string;
  readonly #known: ReadonlySet<string>;
  readonly #passed = new Set<string>();

  constructor(file: string, version: string) {
    this.#file = file;
    this.#version = hash(version);
    this.#known = new Set(readPassed(file, this.#version));
  }

  /** Whether the text passes: known from an earlier run, or judged now. */
  passes(text: string, judge: () => boolean): boolean {
    const key = hash(text);
    if (!this.#known.has(key) && !judge()) return false;
    this.#passed.add(key);
    return true;
  }

  /** Keeps what passed in this run only, so that the file does not grow forever. */
  save(): void {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ version: this.#version, passed: [...this.#passed] }));
  }
}

/** Nothing if the file is missing, damaged, or of another version. */
function readPassed(file: string, version: string): string[] {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    return kept.version === version ? kept.passed : [];
  } catch {
    return [];
  }
}
