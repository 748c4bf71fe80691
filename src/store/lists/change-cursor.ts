/** A place among the changes of a list. It names the list, so that no cursor of a deleted list is taken for one of its successor. */
export interface ChangePlace {
  readonly listId: string
  readonly seq: number
}

export const writeChangeCursor = ({ listId, seq }: ChangePlace): string => `${listId}.${seq}`

/** Undefined when the text is not a cursor of this service. */
export function readChangeCursor(text: string): ChangePlace | undefined {
  const [, listId, seq] = /^(ls_\w{1,20})\.(\d{1,9})$/.exec(text) ?? []
  return listId === undefined ? undefined : { listId, seq: Number(seq) }
}
