#if NIOClient
    import AsyncHTTPClient
    public import TransitClient
#endif
