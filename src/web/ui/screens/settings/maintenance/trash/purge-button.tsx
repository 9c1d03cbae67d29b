import { type ReactNode, useState } from 'react'
import { Button } from '../../../../components/controls/button'
import { t } from '../../../../i18n/i18n'
import { Confirm } from '../../shared/confirm'
import { useChange } from '../../../../components/use-change'

interface PurgeProps {
  name: string
  act: (name: string) => Promise<unknown>
  /** Describes how much is deleted. */
  extent: ReactNode
  /** Used instead of the default text if more than the named item is deleted. */
  words?: { button: string; question: string }
}

/** A button with a confirmation dialog. */
export function PurgeButton({ name, act, extent, words }: PurgeProps) {
  const [isAsked, setAsked] = useState(false)
  const purge = useChange({
    act: () => act(name),
    done: t('Permanent deletion started. The trash shows the progress.'),
    stale: ['/api/v1/trash', '/api/v1/purges', '/api/v1/libraries'],
    onDone: () => setAsked(false),
  })
  return (
    <>
      <Button small variant="danger" onClick={() => setAsked(true)}>
        {words?.button ?? t('Delete permanently…')}
      </Button>
      {isAsked && (
        <Confirm
          title={words?.question ?? t('Permanently delete {name}?', { name })}
          action={t('Delete permanently')}
          name={name}
          busy={purge.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => purge.mutate()}
        >
          <p>
            <strong>{extent}</strong>
          </p>
          <p>
            {t(
              'This can’t be undone. No files are deleted. If the same content is found again, reading history and ratings come back, and within 90 days also bookmarks, edits, covers and places in lists.',
            )}
          </p>
        </Confirm>
      )}
    </>
  )
}
