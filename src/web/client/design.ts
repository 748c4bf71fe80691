import { addFolds, listenToFolds } from './panels.ts'

/** The page of components: its panels open. */
addFolds(document)
listenToFolds(document.body)
