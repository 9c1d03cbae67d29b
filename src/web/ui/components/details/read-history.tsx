import type { Schemas } from '../../api/client'
import { formatDate, t } from '../../i18n/i18n'
import { Facts } from './facts'

/** Completed passes of a series or book, newest first. */
export const ReadHistory = ({ entries }: { entries: Schemas['ReadHistory']['entries'] }) => (
  <Facts
    facts={entries.map(({ pass, startedAt, completedAt }) => [
      t('{pass, selectordinal, one {#st read} two {#nd read} few {#rd read} other {#th read}}', {
        pass,
      }),
      formatSpan(formatDate(startedAt), formatDate(completedAt)),
    ])}
  />
)

const formatSpan = (from: string, to: string) => (from === to ? to : `${from} – ${to}`)
