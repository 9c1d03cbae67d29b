import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../../components/controls/button'
import { Dialog } from '../../../../components/dialogs/dialog'
import { Field } from '../../../../components/controls/field'
import { t } from '../../../../i18n/i18n'
import { useTyped } from '../../on-demand/use-typed-ahead'
import { usePagePosition } from '../page-position'

interface GoToPageProps {
  onClose(): void
}

export function GoToPage({ onClose }: GoToPageProps) {
  const { page, total, goTo } = usePagePosition()
  const typed = useTyped(submit)
  const [words, setWords] = useState(typed || String(page))
  const form = useRef<HTMLFormElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Go to page')}
      initialFocus={() => form.current?.querySelector('input') ?? null}
      actions={
        <Button variant="primary" disabled={!isPage(words)} onClick={() => submit(words)}>
          {t('Go')}
        </Button>
      }
    >
      <NumberForm
        form={form}
        words={words}
        total={total}
        isTyped={typed !== ''}
        setWords={setWords}
        onSubmit={() => submit(words)}
      />
    </Dialog>
  )

  function isPage(text: string) {
    const number = Number(text)
    return Number.isInteger(number) && number >= 1 && number <= total
  }

  function submit(text: string) {
    if (!isPage(text)) return
    goTo(Number(text))
    onClose()
  }
}

interface NumberFormProps {
  form: RefObject<HTMLFormElement | null>
  words: string
  total: number
  /** Whether the number was typed while the dialog was loading, so that more digits may follow. */
  isTyped: boolean
  setWords(words: string): void
  onSubmit(): void
}

function NumberForm(props: NumberFormProps) {
  const { form, words, total, isTyped, setWords, onSubmit } = props
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
        onFocus={({ currentTarget }) => isTyped || currentTarget.select()}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
    </form>
  )
}
