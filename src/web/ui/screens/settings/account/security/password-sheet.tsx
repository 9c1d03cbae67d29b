/** Asks for the current password before a change. */
import { useState } from 'react'
import { ApiError } from '../../../../api/client'
import { formatError } from '../../../../api/format-error'
import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { Sheet } from '../../../../components/dialogs/dialog'
import { Form, Problem, typed } from '../../../../components/entry/entry-page'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'

interface PasswordSheetProps<Answer> {
  title: string
  /** Label of the button, which names the action. */
  action: string
  act: (body: { currentPassword: string }) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

export function PasswordSheet<Answer>({
  title,
  action,
  act,
  onDone,
  onClose,
}: PasswordSheetProps<Answer>) {
  const [form] = useState('password-sheet')
  const change = useChange({
    once: true,
    act,
    stale: ['/api/v1/auth/two-factor', '/api/v1/auth/passkeys'],
    onDone,
    quiet: true,
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" type="submit" form={form} busy={change.isPending}>
        {action}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={onClose} title={title} actions={actions}>
      <Form
        id={form}
        onSubmit={(data) => change.mutate({ currentPassword: typed(data, 'currentPassword') })}
      >
        <Field
          label={t('Current password')}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          required
          autoFocus
        />
        {change.isError && <Problem>{formatPasswordError(change.error)}</Problem>}
      </Form>
    </Sheet>
  )
}

export const formatPasswordError = (error: unknown) =>
  error instanceof ApiError && error.code === 'accounts.wrong_password'
    ? t('The current password is incorrect')
    : formatError(error)
