import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../../components/controls/button'
import { Dialog } from '../../../../components/dialogs/dialog'
import { Field } from '../../../../components/controls/field'
import { t } from '../../../../i18n/i18n'
import { usePagePosition } from '../page-position'

interface GoToPageProps {
  onClose(): void
}

export function GoToPage({ onClose }: GoToPageProps) {
  const { page, total, goTo } = usePagePosition()
  const [words, setWords] = useState(String(page))
  const form = useRef<HTMLFormElement>(null)
  const number = Number(words)
  const isPage = Number.isInteger(number) && number >= 1 && number <= total
  const go = () => {
    goTo(number)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Go to page')}
      initialFocus={() => form.current?.querySelector('input') ?? null}
      actions={
        <Button variant="primary" disabled={!isPage} onClick={go}>
          {t('Go')}
        </Button>
      }
    >
      <NumberForm
        form={form}
        words={words}
        total={total}
        setWords={setWords}
        onSubmit={() => isPage && go()}
      />
    </Dialog>
  )
}

interface NumberFormProps {
  form: RefObject<HTMLFormElement | null>
  words: string
  total: number
  setWords(words: string): void
  onSubmit(): void
}

function NumberForm({ form, words, total, setWords, onSubmit }: NumberFormProps) {
  // The dialog itself would set the focus several frames later, when the number may already have
  // been typed.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [form])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Field
        name="page"
        label={t('Page, 1 to {total}', { total })}
        inputMode="numeric"
        value={words}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
    </form>
  )
}
