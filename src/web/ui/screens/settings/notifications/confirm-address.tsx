/** Confirms an email address with the code that was sent to it. */
import { useState } from 'react'
import { formatError } from '../../../api/format-error'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { Field } from '../../../components/controls/field'
import { useChange } from '../../../components/use-change'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { channelsPath } from './channel-labels'
import styles from './channels.module.css'

type Channel = Schemas['NotificationChannel']

export function ConfirmAddress({ channel: { id } }: { channel: Channel }) {
  const [code, setCode] = useState('')
  const confirm = useChange({
    act: () =>
      readResponse(
        api.POST('/api/v1/user/notification-channels/{id}/confirm', {
          ...withId(id),
          body: { code },
        }),
      ),
    done: t('Address confirmed'),
    stale: [channelsPath],
    once: true,
    quiet: true,
  })
  return (
    <form
      className={styles.confirm}
      onSubmit={(event) => {
        event.preventDefault()
        if (code !== '') confirm.mutate()
      }}
    >
      <Field
        label={t('Code from the email')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        problem={confirm.error ? formatError(confirm.error) : undefined}
        onChange={({ target }) => setCode(target.value.trim())}
      />
      <div className={styles.confirmActions}>
        <Button type="submit" small busy={confirm.isPending} aria-disabled={code === ''}>
          {t('Confirm address')}
        </Button>
        <ResendButton id={id} />
      </div>
    </form>
  )
}

function ResendButton({ id }: { id: string }) {
  const resend = useChange({
    act: () => readResponse(api.POST('/api/v1/user/notification-channels/{id}/code', withId(id))),
    done: translate,
    once: true,
  })
  return (
    <Button small variant="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
      {t('Send a new code')}
    </Button>
  )
}
