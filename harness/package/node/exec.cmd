@rem Windows has no `exec`, by which npm scripts elsewhere take the place of their shell, so that signals to npm reach them.
@%*
