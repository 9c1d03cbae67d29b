/** Shows the secret for an authenticator app, and asks for the first code. */
import { api, readResponse } from '../../../../api/client'
import { formatError } from '../../../../api/format-error'
import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { Sheet } from '../../../../components/dialogs/dialog'
import { Form, Problem, typed } from '../../../../components/entry/entry-page'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { CopiedValue } from '../../apps/copied-value'
import { QrCode } from '../../apps/qr-code'

interface SetUpTwoFactorProps {
  secret: string
  uri: string
  onDone: (codes: { recoveryCodes: string[] }) => void
  onClose: () => void
}

const formId = 'set-up-two-factor'

export function SetUpTwoFactor({ secret, uri, onDone, onClose }: SetUpTwoFactorProps) {
  const confirm = useChange({
    once: true,
    act: (code: string) =>
      readResponse(api.POST('/api/v1/auth/two-factor/confirm', { body: { code } })),
    stale: ['/api/v1/auth/two-factor'],
    onDone,
    quiet: true,
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" type="submit" form={formId} busy={confirm.isPending}>
        {t('Turn on')}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={onClose} title={t('Set up two-factor authentication')} actions={actions}>
      <Form id={formId} onSubmit={(form) => confirm.mutate(typed(form, 'code'))}>
        <p>{t('Scan this code with an authenticator app, or enter the secret in the app')}</p>
        <QrCode text={uri} label={t('QR code for the authenticator app')} />
        <CopiedValue label={t('Secret')} value={secret} />
        <Field
          label={t('Code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          hint={t('The six-digit code from the app')}
          required
          autoFocus
        />
        {confirm.isError && <Problem>{formatError(confirm.error)}</Problem>}
      </Form>
    </Sheet>
  )
}
