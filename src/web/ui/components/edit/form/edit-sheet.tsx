/** Edit sheet: fields with lock and source, in tabs, saved together. */
import { type EditTab, FormSheet } from './form-sheet'
import { type Target, useEditForm } from './use-edit-form'

interface EditSheetProps {
  title: string
  target: Target
  tabs: readonly EditTab[]
  onClose: () => void
}

export function EditSheet({ title, target, tabs, onClose }: EditSheetProps) {
  const form = useEditForm(target, onClose)
  return <FormSheet title={title} form={form} tabs={tabs} onClose={onClose} />
}
