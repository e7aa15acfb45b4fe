/** Something that the operator has to mend before Mayfly can start. Its message is the one line they see. */
export class StartError extends Error {}
