/** Imports from other programs in the API, and their jobs. */
import { MessageView } from '../../platform/http/message-shapes'
import {
  anyText,
  boolean,
  either,
  id,
  instant,
  list,
  literal,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
  text,
  upload,
} from '../../platform/http/shapes'
import { defineJob } from '../../platform/jobs/job'
import { importSteps } from './merge/report'
import { serverKinds, sourceKinds } from './neutral-form'
import { importStates } from './schema'

/** Adds imported data that was waiting for its books, after a scan has found them. */
export const joinWaitingFactsJob = defineJob<Record<string, never>>('join_waiting_facts', {
  slots: 1,
})

interface ImportJob {
  importId: string
}

/** Copies and reads a source, and computes what an import would change. */
export const previewImportJob = defineJob<ImportJob>('preview_import', { slots: 1, maxAttempts: 2 })
export const applyImportJob = defineJob<ImportJob>('apply_import', { slots: 1, maxAttempts: 2 })
export const undoImportJob = defineJob<ImportJob>('undo_import', { slots: 1, maxAttempts: 2 })

const folderPath = () => text(4096, { minLength: 1 })
const foreignId = () => text(200, { minLength: 1, description: 'ID in the other program' })

export const ImportBody = named('ImportStart', {
  path: optional(
    text(4096, {
      minLength: 1,
      description:
        'Absolute path on the server: the database of the other program, or the folder that contains it',
    }),
  ),
  file: optional(upload()),
  library: optional(
    upload({ description: "With the `app.db` of Calibre-Web: calibre's `metadata.db`" }),
  ),
  server: optional(
    named(
      'ImportServer',
      {
        address: text(2048, { minLength: 1, description: 'Address of a BookLore server' }),
        username: optional(text(200, { minLength: 1 })),
        password: optional(text(1000, { minLength: 1 })),
        token: optional(
          text(8192, {
            minLength: 1,
            pattern: '^[\\x21-\\x7e]+$',
            description: 'Instead of username and password',
          }),
        ),
      },
      {
        description:
          'Server from which the data of this person is requested once; the credentials are not stored',
      },
    ),
  ),
  kind: optional(oneOf(serverKinds, { description: 'The other program; detected if omitted' })),
})
export type ImportBody = Static<typeof ImportBody>

export const OwnImportBody = named('OwnImportStart', { file: upload() })
export type OwnImportBody = Static<typeof OwnImportBody>

export const ImportMappingBody = named('ImportMapping', {
  folders: optional(
    list(
      named('ImportFolderChoice', {
        from: folderPath(),
        to: text(4096, { minLength: 1, description: 'Absolute path on this server' }),
      }),
      {
        maxItems: 500,
        description: 'Mapping of folders in the other program to folders on this server',
      },
    ),
  ),
  people: optional(
    list(
      named('ImportPersonChoice', {
        foreignId: foreignId(),
        userId: nullable(either(id(), literal('new')), {
          description:
            'The account on this server; `new` creates one, null leaves the person out. People who are not listed are matched by address and name.',
        }),
        isAdmin: optional(
          boolean({
            description: 'Whether the new account becomes an administrator; default: false',
          }),
        ),
      }),
      { maxItems: 5000 },
    ),
  ),
})
export type ImportMappingBody = Static<typeof ImportMappingBody>

const Outcomes = named(
  'ImportOutcomes',
  {
    new: optional(long()),
    same: optional(long({ description: 'Already on this server' })),
    older: optional(
      long({
        description: 'Not imported, because newer or edited data on this server takes precedence',
      }),
    ),
    waiting: optional(long({ description: 'Waiting until a scan finds the book' })),
    ambiguous: optional(long({ description: 'Not imported, because several books are possible' })),
    not_possible: optional(long()),
  },
  { description: 'Numbers by outcome' },
)

const PreviewView = named(
  'ImportPreview',
  {
    folders: list(
      named('ImportFolder', {
        from: anyText(),
        to: nullable(anyText({ description: 'null if the folder was not found on this server' })),
        sampled: long({ description: 'Books that were compared' }),
        found: long({ description: 'Compared books that are in the folder on this server' }),
      }),
    ),
    books: named('ImportBooks', {
      total: long(),
      found: named('ImportFoundBooks', {
        id: optional(long()),
        path: optional(long()),
        hash: optional(long()),
        former_path: optional(long()),
        name: optional(long()),
        number: optional(long()),
      }),
      waiting: long({ description: 'Books that are not on this server' }),
      ambiguous: long({ description: 'Books with several possible matches' }),
      missing: list(anyText(), {
        description: 'Paths of the first books that are not on this server',
      }),
      unclear: list(anyText(), {
        description: 'Paths of the first books with several possible matches',
      }),
    }),
    people: list(
      named('ImportPerson', {
        foreignId: anyText(),
        name: anyText(),
        isAdmin: boolean({ description: 'Whether the person administers the other program' }),
        userId: nullable(
          id('ID of the account on this server; null if it is new or the person is left out'),
        ),
        account: nullable(
          anyText({ description: 'Name of the account; null if the person is left out' }),
        ),
        isNew: boolean(),
        keepsPassword: boolean(),
        completed: Outcomes,
        positions: Outcomes,
        ratings: optional(Outcomes),
        wanted: optional(Outcomes),
        bookmarks: optional(Outcomes),
        highlights: optional(Outcomes),
        sessions: optional(Outcomes),
      }),
    ),
    lists: list(
      named('ImportList', {
        name: anyText(),
        kind: oneOf(['collection', 'readlist']),
        outcome: anyText(),
        found: long(),
        total: long(),
      }),
    ),
    edits: Outcomes,
    covers: Outcomes,
    labels: Outcomes,
    leftOut: list(MessageView, { description: 'Data that is not imported' }),
  },
  { description: 'What the import will change, or has changed' },
)

export const ImportView = named('Import', {
  id: id(),
  kind: nullable(oneOf(sourceKinds, { description: 'null until the source has been read' })),
  version: nullable(anyText()),
  state: oneOf(importStates, {
    description:
      '`ready`: the preview can be confirmed. `reading`, `applying` and `undoing` run in the background.',
  }),
  path: nullable(anyText({ description: 'Path on the server; null for an uploaded file' })),
  progress: nullable(
    named('ImportProgress', {
      step: oneOf(importSteps),
      stepNumber: long(),
      stepCount: long(),
      done: long({ description: 'Number of processed entries in this step' }),
    }),
  ),
  preview: nullable(PreviewView),
  admins: list(anyText(), { description: 'IDs of the people who stay administrators' }),
  canUndo: boolean(),
  kept: nullable(
    long({ description: 'Number of entries that an undo kept, because someone uses them' }),
  ),
  error: nullable(MessageView),
  createdAt: instant(),
  finishedAt: nullable(instant()),
})
export type ImportView = Static<typeof ImportView>

export const ImportParams = shape({ id: id() })
