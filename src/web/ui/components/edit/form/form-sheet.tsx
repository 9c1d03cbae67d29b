import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { formatError } from '../../../api/format-error'
import { t } from '../../../i18n/i18n'
import { useKeys } from '../../../state/browser/shortcuts'
import { Button } from '../../controls/button'
import { Sheet } from '../../dialogs/dialog'
import { ErrorState, Loading } from '../../feedback/states'
import { Tabs } from '../../controls/tabs'
import { countChanges } from './draft'
import { EditingContext } from './edit-context'
import styles from '../edit.module.css'
import { formatChangeCount, FormFoot } from './form-foot'
import { DiscardDialog } from './discard-dialog'
import type { Form } from './use-edit-form'
import { useLeaveGuard } from './use-leave-guard'

export interface EditTab {
  value: string
  label: string
  content: ReactNode
  /** Fields on the tab, used to find the tab for a server error. Optional for the first tab. */
  fields?: readonly string[]
}

interface FormSheetProps {
  title: string
  form: Form
  tabs: readonly EditTab[]
  onClose: () => void
}

/**
 * Sheet around a form: tabs, changes, saving, and the confirmation before changes are discarded.
 */
export function FormSheet({ title, form, tabs, onClose }: FormSheetProps) {
  const [tab, setTab] = useState(tabs[0]?.value ?? '')
  const [isAsking, setAsking] = useState(false)
  useSaveKey(form.save)
  useProblemTab(form, tabs, setTab)
  const isDirty = countChanges(form.draft) > 0
  const leaving = useLeaveGuard(isDirty)
  const close = () => (isDirty ? setAsking(true) : onClose())
  const stay = () => {
    setAsking(false)
    leaving.stay()
  }
  const drop = () => {
    form.going?.stop()
    if (leaving.isAsking) leaving.leave()
    else onClose()
  }
  return (
    <Sheet open onClose={close} title={title} actions={<FormFoot form={form} />}>
      <div className={styles.form}>
        <Body form={form}>
          <Tabs label={t('Form sections')} tabs={tabs} value={tab} onChange={setTab} />
        </Body>
      </div>
      <DiscardDialog open={isAsking || leaving.isAsking} onStay={stay} onDrop={drop}>
        <p>{formatChangeCount(countChanges(form.draft))}</p>
      </DiscardDialog>
    </Sheet>
  )
}

/** Switches to the tab with the server error. */
function useProblemTab({ editing }: Form, tabs: readonly EditTab[], show: (tab: string) => void) {
  const problem = Object.keys(editing?.problems ?? {})[0]
  const shown = problem && (tabs.find(({ fields }) => fields?.includes(problem)) ?? tabs[0])?.value
  useEffect(() => {
    if (shown) show(shown)
  }, [shown, show])
}

/** Saves with Ctrl+Enter, wherever the focus is. */
function useSaveKey(save: () => void) {
  const last = useRef(save)
  last.current = save
  useKeys(useMemo(() => ({ 'Ctrl+Enter': () => last.current() }), []))
}

function Body({ form, children }: { form: Form; children: ReactNode }) {
  if (form.failed && !form.editing) return <ErrorState error={form.failed} retry={form.load} />
  if (!form.editing) return <Loading />
  return (
    <EditingContext value={form.editing}>
      <SaveError form={form} />
      <Fields>{children}</Fields>
    </EditingContext>
  )
}

/** Moves the focus to the first field, which was not rendered yet when the sheet opened. */
function Fields({ children }: { children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = fields.current?.querySelector<HTMLElement>('[role=tabpanel] :is(input, textarea)')
    first?.focus({ preventScroll: true })
  }, [])
  return <div ref={fields}>{children}</div>
}

/** Shows why saving failed and what to do. */
function SaveError({ form }: { form: Form }) {
  if (form.isStale) {
    return (
      <div role="alert" className={styles.trouble}>
        <p>
          {t(
            'Someone else edited this. Your changes are still here. Review the latest version, then save again.',
          )}
        </p>
        <Button small onClick={form.load}>
          {t('Show latest version')}
        </Button>
      </div>
    )
  }
  const isRefused = Object.keys(form.editing?.problems ?? {}).length > 0
  if (!form.problem && !isRefused) return null
  return (
    <p role="alert" className={styles.trouble}>
      {isRefused ? t('Not saved. Check the highlighted fields.') : formatError(form.problem)}
    </p>
  )
}
