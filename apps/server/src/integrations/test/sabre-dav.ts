import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#platform/free-port.ts';
import { type CaldavProgram, createAccount, stop, untilAnswering } from './caldav-programs.ts';

const LIBRARY = '/usr/share/php/Sabre';
const SCHEMA = '/usr/share/doc/php-sabre-dav/examples/sql';
const USER = { name: 'maya', password: 'any word' } as const;

/**
 * Finds PHP with Debian's php-sabre-dav, an old version of the engine of Baïkal and Nextcloud; null when it
 * is missing.
 */
export function findSabre(): string | null {
  const php = spawnSync('sh', ['-c', 'command -v php'], { encoding: 'utf8' }).stdout.trim();
  return php !== '' && existsSync(LIBRARY) && existsSync(SCHEMA) ? php : null;
}

/**
 * The library asks PHP for the first encoding that fits. Since PHP 8.1 it gets the likeliest one, so a text
 * with an emoji counts as ISO 8859-1 and is encoded twice.
 */
const FIRST_ENCODING = `
namespace Sabre\\DAV {
  function mb_detect_encoding($text, $encodings) {
    foreach ($encodings as $encoding) if (mb_check_encoding($text, $encoding)) return $encoding;
    return false;
  }
}`;

const SERVER = `<?php
${FIRST_ENCODING}
namespace {
error_reporting(0);
date_default_timezone_set('UTC');
require_once 'Sabre/autoload.php';
$pdo = new PDO('sqlite:' . __DIR__ . '/db.sqlite');
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
class OneUser extends Sabre\\DAV\\Auth\\Backend\\AbstractBasic {
  protected function validateUserPass($name, $password) {
    return $name === '${USER.name}' && $password === '${USER.password}';
  }
}
$principals = new Sabre\\DAVACL\\PrincipalBackend\\PDO($pdo);
$calendars = new Sabre\\CalDAV\\Backend\\PDO($pdo);
$server = new Sabre\\DAV\\Server([
  new Sabre\\CalDAV\\Principal\\Collection($principals),
  new Sabre\\CalDAV\\CalendarRootNode($principals, $calendars),
]);
$server->setBaseUri('/');
$server->addPlugin(new Sabre\\DAV\\Auth\\Plugin(new OneUser(), 'Calendars'));
$server->addPlugin(new Sabre\\DAVACL\\Plugin());
$server->addPlugin(new Sabre\\CalDAV\\Plugin());
$server->exec();
}
`;

const SETUP = `
$pdo = new PDO('sqlite:db.sqlite');
foreach (['calendars', 'principals'] as $name) $pdo->exec(file_get_contents('${SCHEMA}/sqlite.' . $name . '.sql'));
$pdo->exec("insert into principals (uri, email, displayname) values ('principals/${USER.name}', 'maya@example.org', 'Maya')");
`;

export async function startSabre(php: string): Promise<Pick<CaldavProgram, 'openAccount' | 'close'>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dayloom-sabre-'));
  writeFileSync(path.join(folder, 'server.php'), SERVER);
  const made = spawnSync(php, ['-r', SETUP], { cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`The database could not be made: ${made.stderr}`);
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(php, ['-S', `127.0.0.1:${port}`, 'server.php'], { cwd: folder, stdio: 'ignore' });
  await untilAnswering(child, url);
  let calendars = 0;
  return {
    async openAccount() {
      calendars += 1;
      const calendarId = `/calendars/${USER.name}/tests-${calendars}/`;
      const authorization = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;
      const reply = await fetch(url + calendarId, { method: 'MKCALENDAR', headers: { authorization } });
      if (!reply.ok) throw new Error(`MKCALENDAR: ${reply.status}`);
      return createAccount(url, USER.name, USER.password, calendarId);
    },
    close: () => stop(child, folder),
  };
}
