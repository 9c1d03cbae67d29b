import { t } from '../../i18n/i18n'
import { hasPendingProgress } from '../../state/progress/has-pending-progress'
import { useUser } from '../../state/session/session'
import { Button } from '../controls/button'
import { Dialog } from '../dialogs/dialog'

/**
 * Asks for confirmation, because signing out removes the saved books. Progress that has not been
 * sent stays in the browser until the same user signs in again.
 */
export function SignOutDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const user = useUser()
  const hasUnsent = user !== undefined && hasPendingProgress(user.id)
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={t('Sign out and remove saved books?')}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>{t('Cancel')}</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t('Sign out')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'The books that you saved for offline reading will be removed from this browser. They stay on the server.',
        )}
      </p>
      {hasUnsent && (
        <p>
          {t(
            'Some reading progress hasn’t reached the server yet. It stays in this browser and is sent when you sign in here again.',
          )}
        </p>
      )}
    </Dialog>
  )
}
