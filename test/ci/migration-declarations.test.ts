/** Which migrations may run beside older programs. */
import { describe, expect, test } from 'bun:test'
import { addsOnly, declareOldest, findDeclarationProblems } from '../../.ci/migration-declarations'
import { postgres, sqlite } from '../../src/platform/db/migrations/embedded'

describe('a migration', () => {
  test.each([
    ['CREATE TABLE "a" (\n\t"id" uuid PRIMARY KEY NOT NULL\n);'],
    ['ALTER TABLE "users" ADD COLUMN "x" text;'],
    ['ALTER TABLE `users` ADD `x` integer DEFAULT 0 NOT NULL;'],
    ['CREATE INDEX "a_b" ON "a" USING btree ("b");'],
    [
      'CREATE TABLE "a" ("b" text);--> statement-breakpoint\nCREATE UNIQUE INDEX "i" ON "a" USING btree ("b");',
    ],
    [
      'CREATE TABLE `a` (`b` text);\n--> statement-breakpoint\nCREATE UNIQUE INDEX `i` ON `a` (`b`);',
    ],
    [
      'CREATE TABLE "a" ("b" text);\nALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;',
    ],
    [
      'CREATE TABLE `a` (`id` text, `b` text, FOREIGN KEY (`b`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null);\nCREATE TABLE `c` (`a` text, FOREIGN KEY (`a`) REFERENCES `a`(`id`));',
    ],
  ])('only adds: %j', (sql) => {
    expect(addsOnly(sql)).toBe(true)
  })

  test.each([
    ['ALTER TABLE "users" ADD COLUMN "x" text NOT NULL;'],
    ['ALTER TABLE "users" DROP COLUMN "x";'],
    ['ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (x > 0);'],
    ['ALTER TABLE "users" RENAME COLUMN "x" TO "y";'],
    ['ALTER TABLE "users" ALTER COLUMN "x" SET NOT NULL;'],
    ['CREATE UNIQUE INDEX "i" ON "users" USING btree ("x");'],
    ['DROP TABLE "a";'],
    ['CREATE TABLE "b" ("x" text);\nUPDATE users SET x = 1;'],
    ['ALTER TABLE "users" ADD COLUMN "x" text, DROP COLUMN "y";'],
    ['ALTER TABLE "users" ADD COLUMN "x" text, ALTER COLUMN "y" SET NOT NULL;'],
    ['ALTER TABLE "users" ADD PRIMARY KEY ("x");'],
    ['ALTER TABLE "users" ADD UNIQUE ("x");'],
    ['ALTER TABLE "users" ADD CHECK (x > 0);'],
    ['ALTER TABLE "users" ADD FOREIGN KEY ("x") REFERENCES "a"("id");'],
    // Older programs could not delete users any more.
    ['ALTER TABLE "users" ADD COLUMN "x" uuid REFERENCES "users"("id");'],
    [
      'CREATE TABLE `a` (`b` text, FOREIGN KEY (`b`) REFERENCES `users`(`id`) ON DELETE no action);',
    ],
    [
      'CREATE TABLE "a" ("b" text);\nALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "users"("id") ON DELETE restrict;',
    ],
    ['CREATE TRIGGER t AFTER INSERT ON users BEGIN SELECT 1; END;'],
  ])('does more: %j', (sql) => {
    expect(addsOnly(sql)).toBe(false)
  })
})

const first = { tag: '0000_init', sql: 'create table a (b integer);' }
const added = 'alter table a add column c text;'

test('the line of a migration that only adds names the oldest program of the one before', () => {
  const second = { tag: '0001_more', sql: declareOldest(added, first) }
  expect(second.sql).toBe(`-- Oldest program that may run: 0000_init\n${added}`)
  expect(declareOldest(added, second)).toStartWith('-- Oldest program that may run: 0000_init\n')
  expect(declareOldest('drop table a;', second)).toBe('drop table a;')
  expect(declareOldest(first.sql, undefined)).toBe(first.sql)
  expect(findDeclarationProblems([first, second])).toEqual([])
})

test('a line that claims too much is refused', () => {
  const declare = (line: string) => [first, { tag: '0001_less', sql: `${line}\ndrop table a;` }]
  expect(findDeclarationProblems(declare('-- Oldest program that may run: 0000_init'))).toEqual([
    expect.stringContaining('migration 0001_less does more than add'),
  ])
  expect(
    findDeclarationProblems(
      declare('-- Oldest program that may run: 0000_init (nothing reads it)'),
    ),
  ).toEqual([])
  expect(findDeclarationProblems(declare('-- Oldest program that may run: 0007_none'))).toEqual([
    'migration 0001_less names 0007_none, which is not an older one',
  ])
})

test('the declarations of the migrations are right, and equal on both databases', () => {
  expect(findDeclarationProblems(sqlite)).toEqual([])
  expect(findDeclarationProblems(postgres)).toEqual([])
  const getLine = ({ sql }: { sql: string }) => /^-- Oldest.*$/m.exec(sql)?.[0]
  expect(sqlite.map(getLine)).toEqual(postgres.map(getLine))
})
