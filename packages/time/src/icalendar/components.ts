import type { ContentLine } from './content-lines.ts';
import { excerpt, type Property, readProperty } from './properties.ts';

/** A part of a file that could not be read correctly. `line` counts from 1 in the original file. */
export interface CalendarProblem {
  line: number;
  message: string;
}

/** A component (VEVENT, VTODO, VTIMEZONE, VALARM ...) with its properties and components in file order. */
export interface Component {
  name: string;
  line: number;
  properties: Property[];
  children: Component[];
  problems: CalendarProblem[];
}

/** A component directly inside a calendar, with its unfolded text. */
export interface TopComponent extends Component {
  raw: string;
}

/** Receives the results of the assembler. */
export interface ComponentSink {
  onCalendar(): void;
  onCalendarProperty(property: Property): void;
  onComponent(component: TopComponent): void;
  onCalendarEnd(): void;
  /** Problems outside of any component. */
  onProblem(problem: CalendarProblem): void;
}

const TOP = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE', 'VAVAILABILITY']);
const DELIMITER = /^\s*(BEGIN|END)\s*:\s*([A-Za-z0-9-]+)\s*$/i;
/** A larger component is not a real event. The rest of it is dropped to limit memory. */
const LARGEST_COMPONENT = 16_000_000;
const DEEPEST = 10;

/**
 * Assembles lines into components. A missing END loses nothing: a component also ends where another one of
 * its level begins, where its calendar ends, and at the end of the text. Each such end is a problem.
 */
export function createAssembler(sink: ComponentSink): {
  line(line: ContentLine): void;
  /** `isCut`: the text ends inside a calendar or a component. */
  end(): { isCut: boolean };
} {
  let isInCalendar = false;
  let hasReportedOutside = false;
  let top: TopComponent | null = null;
  let open: Component[] = [];
  let texts: string[] = [];
  let size = 0;
  let ignoredDepth = 0;
  let lastLine = 0;

  const closeTop = () => {
    if (!top) return;
    top.raw = texts.join('\r\n');
    const finished = top;
    top = null;
    open = [];
    texts = [];
    size = 0;
    ignoredDepth = 0;
    sink.onComponent(finished);
  };
  const abandon = (because: string) => {
    if (!top) return;
    top.problems.push({ line: top.line, message: `END:${top.name} is missing before ${because}` });
    texts.push(`END:${top.name}`);
    closeTop();
  };
  const keep = (text: string) => {
    size += text.length;
    if (size <= LARGEST_COMPONENT) texts.push(text);
    return size <= LARGEST_COMPONENT;
  };

  const begin = (name: string, line: number) => {
    if (name === 'VCALENDAR') {
      abandon('BEGIN:VCALENDAR');
      if (isInCalendar) {
        sink.onProblem({ line, message: 'END:VCALENDAR is missing before BEGIN:VCALENDAR' });
        sink.onCalendarEnd();
      }
      isInCalendar = true;
      hasReportedOutside = true;
      sink.onCalendar();
    } else if (TOP.has(name) || !top) {
      abandon(`BEGIN:${name}`);
      if (!isInCalendar) sink.onProblem({ line, message: `${name} is outside a VCALENDAR` });
      top = { name, line, properties: [], children: [], problems: [], raw: '' };
      open = [top];
      keep(`BEGIN:${name}`);
    } else {
      keep(`BEGIN:${name}`);
      if (open.length >= DEEPEST) {
        ignoredDepth += 1;
        return;
      }
      const child: Component = { name, line, properties: [], children: [], problems: top.problems };
      open.at(-1)?.children.push(child);
      open.push(child);
    }
  };

  const finish = (name: string, line: number) => {
    if (name === 'VCALENDAR') {
      abandon('END:VCALENDAR');
      if (!isInCalendar) sink.onProblem({ line, message: 'END:VCALENDAR without its BEGIN' });
      else sink.onCalendarEnd();
      isInCalendar = false;
      return;
    }
    if (ignoredDepth > 0) {
      ignoredDepth -= 1;
      keep(`END:${name}`);
      return;
    }
    const index = open.findLastIndex((component) => component.name === name);
    if (!top || index < 0) {
      const problem = { line, message: `END:${name} without its BEGIN` };
      if (top) top.problems.push(problem);
      else sink.onProblem(problem);
      return;
    }
    for (const unfinished of open.slice(index + 1)) {
      top.problems.push({
        line: unfinished.line,
        message: `END:${unfinished.name} is missing before END:${name}`,
      });
      keep(`END:${unfinished.name}`);
    }
    open = open.slice(0, index);
    keep(`END:${name}`);
    if (index === 0) closeTop();
  };

  return {
    line({ text, line, problem }) {
      lastLine = line;
      const delimiter = text.length < 80 ? DELIMITER.exec(text) : null;
      if (delimiter) {
        const name = (delimiter[2] as string).toUpperCase();
        if ((delimiter[1] as string).toUpperCase() === 'BEGIN') begin(name, line);
        else finish(name, line);
        return;
      }
      const report = (message: string) => {
        if (top) top.problems.push({ line, message });
        else sink.onProblem({ line, message });
      };
      if (problem) report(problem);
      if (!top && !isInCalendar) {
        // Text before the calendar (mail headers, a web page) is one problem, not one per line. Text after a
        // calendar is ignored.
        if (!hasReportedOutside)
          sink.onProblem({ line, message: `Text outside of a calendar: ${excerpt(text)}` });
        hasReportedOutside = true;
        return;
      }
      if (top && !keep(text)) {
        if (size - text.length <= LARGEST_COMPONENT)
          report(`${top.name} is too large; the rest of it was skipped`);
        return;
      }
      const read = readProperty(text, line);
      if (read.problem) report(read.problem);
      if (!read.property) return;
      if (!top) sink.onCalendarProperty(read.property);
      else if (ignoredDepth === 0) open.at(-1)?.properties.push(read.property);
    },
    end() {
      const isCut = isInCalendar || top !== null;
      abandon('the end of the text');
      if (isInCalendar) {
        sink.onProblem({ line: lastLine, message: 'END:VCALENDAR is missing at the end of the text' });
        sink.onCalendarEnd();
      }
      isInCalendar = false;
      return { isCut };
    },
  };
}
