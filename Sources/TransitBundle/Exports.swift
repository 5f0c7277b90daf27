// An app imports `TransitBundle` alone: what answers are made of comes with it.
@_exported public import TransitModel
