/**
 * Shows the owner how many entries of an imported list have no book. The dialog is loaded on
 * demand.
 */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { WarningIcon } from '../../../components/icons'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'

const MissingDialog = lazy(async () => ({
  default: (await import('./missing-dialog')).MissingDialog,
}))

export function MissingEntries({ listId }: { listId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(apiQuery('/api/v1/readlists/{id}/missing', withId(listId)))
  const entries = data?.entries ?? []
  return (
    <>
      {entries.length > 0 && (
        <Button variant="quiet" icon={WarningIcon} onClick={() => setOpen(true)}>
          {t('{count, plural, one {# missing entry} other {# missing entries}}', {
            count: entries.length,
          })}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <MissingDialog listId={listId} entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
