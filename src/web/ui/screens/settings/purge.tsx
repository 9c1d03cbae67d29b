import { useState } from 'react'
import { Button } from '../../components/button'
import { t } from '../../i18n/i18n'
import { Confirm } from './confirm'
import { useChange } from './use-change'

interface PurgeProps {
  name: string
  act: (name: string) => Promise<unknown>
}

/** The button, and the question behind it. */
export function Purge({ name, act }: PurgeProps) {
  const [isAsked, setAsked] = useState(false)
  const purge = useChange({
    act: () => act(name),
    done: t('{name} is being deleted for good', { name }),
    stale: ['/api/v1/trash', '/api/v1/purges'],
    onDone: () => setAsked(false),
  })
  return (
    <>
      <Button small look="danger" onClick={() => setAsked(true)}>
        {t('Delete for good…')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Delete {name} for good?', { name })}
          action={t('Delete for good')}
          name={name}
          busy={purge.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => purge.mutate()}
        >
          <p>
            {t(
              'This cannot be undone. No file is deleted. What was read is kept, and comes back when a book of the same content is found again.',
            )}
          </p>
        </Confirm>
      )}
    </>
  )
}
