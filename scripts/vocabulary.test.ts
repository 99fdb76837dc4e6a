import { expect, test } from 'vitest';
import { checkGlossary, listNameProblems } from './vocabulary.ts';

const check = (text: string, path = 'apps/server/src/a.ts') => listNameProblems([{ path, text }]);

test.each([
  ['const eventWish = 1;', 'wish'],
  ['function tellAccount() {}', 'tell'],
  ['interface TakeBack { a: 1 }', 'takeback'],
  ['interface A { wayOut: 1 }', 'wayout'],
  ['function findWaysOut() {}', 'wayout'],
  ['const searchAlone = 1;', 'searchalone'],
  ['const f = ({ family: families }) => families;', 'family'],
  ['const OUTLETS = 1;', 'outlet'],
  ['class XMLDoor {}', 'door'],
  ['class A { #tell() {} }', 'tell'],
  ['const plan = { lanes: 1 };', 'lane'],
  ['const mendPlan = 1;', 'mend'],
  ['const MAX_ROUNDS = 1;', 'round'],
  ['function planLife() {}', 'life'],
  ['const mendedAt = 1;', 'mended'],
  ['const roundTotal = 1;', 'round'],
  ['type List<Wish> = Wish[];', 'wish'],
  ["import { a as house } from './a.ts';", 'house'],
  ["import * as lanes from './a.ts';", 'lane'],
  ['try {} catch (told) {}', 'told'],
  ['const [told = 1] = [];', 'told'],
  ['class A { outlet() {} }', 'outlet'],
  ['const { ...wishes } = {};', 'wish'],
])('names the banned word in %s', (text, word) => {
  expect(check(text)).toEqual([expect.stringContaining(`has '${word}'`)]);
});

test('names of conversions give their direction', () => {
  const unclear = ['zoneOf', 'eventURLOf', 'UserOf', 'instantOfEvent', 'TasksOfList', 'ofEvent', 'OF_EVENT'];
  for (const name of [...unclear, 'isOfSeries', 'areOfList', 'isChangeOfTask', 'endPushOfOthers'])
    expect(check(`const ${name} = 1;`)).toEqual([expect.stringContaining(`'${name}' hides its direction`)]);
  expect(check('const zone = list.indexOf(1);')).toEqual([]);
  expect(check('const timeOfDay = 1, startOfLocalDay = 1, PartOfDay = 1;')).toEqual([]);
  expect(check('const listBlocksOfTask = 1, isPartOfName = 1, isOutOfRange = 1;')).toEqual([]);
  expect(check('const endOfToday = 1, isTimeOfDay = 1;')).toEqual([]);
});

test('functions that make texts follow one pattern', () => {
  for (const name of ['sayTime', 'SAY_TIME', 'timeInWords'])
    expect(check(`const ${name} = 1;`)).toEqual([expect.stringContaining('describe… for a phrase')]);
  expect(check('const isInWord = 1, describeTime = 1, inWords = 1, says = 1;')).toEqual([]);
});

test('names keep what they promise', () => {
  expect(check('function getTask(): Task | null {}')).toEqual([
    'apps/server/src/a.ts:1: getTask may return nothing: say find…, or throw',
  ]);
});

test('names of files and folders are checked', () => {
  expect(check('', 'apps/server/src/doors/open.ts')).toHaveLength(1);
  expect(check('', 'apps/server/src/told-times.ts')).toHaveLength(1);
});

test('names of libraries and file formats, and words that only contain a banned one, are allowed', () => {
  expect(check("import { Outlet } from 'react-router';\nconst a = { fontFamily: '' }.fontFamily;")).toEqual(
    [],
  );
  expect(check('const planeLandings = Math.round(1); const storytelling = 1;')).toEqual([]);
  expect(check('const roundTrips = 1, roundUp = 1;')).toEqual([]);
  expect(check('const rounds = 1;', 'bench/server.ts')).toEqual([]);
});

test('the glossary has one row per word, and not too many', () => {
  expect(checkGlossary('| **slot** | a |\n| **plan** | b |\n')).toEqual([]);
  expect(checkGlossary('| **slot** | a |\n| **slot** | b |\n')).toEqual(["'slot' has two rows"]);
  const many = Array.from({ length: 91 }, (_, index) => `| **word ${index}** | a |`).join('\n');
  expect(checkGlossary(many)).toEqual([expect.stringContaining('91 rows')]);
});
