// The values that answers are made of, such as `ServiceDate`, come with this module. Its own `Stop`,
// `Route`, `Trip` and so on are meant where a file imports nothing but it: they hide the rows of the
// same names, which are `GTFSSchedule.Stop` and so on.
@_exported public import GTFSSchedule
